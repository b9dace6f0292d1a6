import { ProjectLink } from '../../session/project-link';
import { Row } from '../../ui/layout/page';

/** Links to the screens for all flags of the project. */
export function FlagLinks() {
  return (
    <nav aria-label="About flags">
      <Row>
        <ProjectLink path="feature_flags">All flags</ProjectLink>
        <ProjectLink path="feature_flags/proposals">Proposals</ProjectLink>
        <ProjectLink path="feature_flags/environments">Environments</ProjectLink>
        <ProjectLink path="feature_flags/cleanup">Clean-up</ProjectLink>
      </Row>
    </nav>
  );
}
