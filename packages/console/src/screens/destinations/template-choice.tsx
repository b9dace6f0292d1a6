import type { Template } from '../../queries/destinations/destination';
import { internalSourcesOf, receiversOf } from '../../queries/destinations/internal-source';
import { ProjectLink } from '../../session/project-link';
import { EmptyState } from '../../ui/state/states';
import styles from './destinations.module.css';

const NEW = 'data-management/destinations/new';

interface TemplateChoiceProps {
  readonly templates: readonly Template[];
  readonly internalTemplates: readonly Template[];
  /** The name of the chosen internal event; undefined before the choice. */
  readonly about: string | undefined;
}

/** The first step of a new destination: the user chooses a template for events of visitors, or an internal event. */
export function TemplateChoice({ templates, internalTemplates, about }: TemplateChoiceProps) {
  if (templates.length === 0) return <EmptyState title="This server has no templates" />;
  if (about !== undefined) {
    return (
      <>
        <h2>{about}: what should receive it?</h2>
        <ProjectLink path={NEW}>Something else</ProjectLink>
        <Choices
          choices={receiversOf(internalTemplates, about).map(({ template, name }) => ({
            name,
            description: templates.find((known) => known.name === name)?.description ?? '',
            search: { template: template.id },
          }))}
        />
      </>
    );
  }
  return (
    <>
      <h2>What should receive the events?</h2>
      <p className={styles.note}>Events of visitors, as they arrive.</p>
      <Choices
        choices={templates.map(({ id, name, description }) => ({
          ...{ name, description, search: { template: id } },
        }))}
      />
      <h2>Or report what happens in the project</h2>
      <Choices
        choices={internalSourcesOf(internalTemplates).map(({ name, description }) => ({
          ...{ name, description, search: { about: name } },
        }))}
      />
    </>
  );
}

interface Choice {
  readonly name: string;
  readonly description: string;
  readonly search: Readonly<Record<string, string>>;
}

function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul className={styles.templates}>
      {choices.map(({ name, description, search }) => (
        <li key={name}>
          <ProjectLink path={NEW} search={search} className={styles.template}>
            <strong>{name}</strong>
            <span className={styles.note}>{description}</span>
          </ProjectLink>
        </li>
      ))}
    </ul>
  );
}
