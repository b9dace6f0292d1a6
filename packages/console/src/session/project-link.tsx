import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProjectId } from './me';

/** URL parameters; undefined removes a parameter. */
export type Search = Readonly<Record<string, string | undefined>>;

interface Place {
  /** The path below `/project/{id}/`, for example `sql` or `person/ann`. The caller must encode its parts. */
  readonly path: string;
  readonly search?: Search;
  /** The fragment of the URL, without `#`. */
  readonly hash?: string;
}

interface ProjectLinkProps extends Place {
  readonly className?: string;
  readonly activeClassName?: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A link to a screen of the current project. */
export function ProjectLink(props: ProjectLinkProps) {
  const { path, search, hash, className, activeClassName, title, children } = props;
  const projectId = useProjectId();
  return (
    <Link
      {...target(projectId, { path, search, hash })}
      className={className}
      activeProps={{ className: activeClassName }}
      activeOptions={{ includeHash: false, includeSearch: false }}
      title={title}
    >
      {children}
    </Link>
  );
}

/** Returns a function that opens a screen of the current project. */
export function useProjectNavigate(): (place: Place & { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  const projectId = useProjectId();
  return ({ replace, ...place }) => void navigate({ ...target(projectId, place), replace });
}

/**
 * The casts are needed because screens are declared as data (`app/screens.ts`), so the router does not know their
 * paths.
 */
function target(projectId: number, { path, search, hash }: Place) {
  return { to: `/project/${projectId}/${path}` as '/', search: search as never, hash };
}
