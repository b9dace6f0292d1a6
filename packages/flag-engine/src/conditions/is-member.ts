import type { CohortNode, CompiledCohort } from '../compiled/cohort';
import { FlagFailure } from '../reasons/failure';
import type { Subject } from '../subject/context';
import { personValue } from '../subject/property-lookup';

/**
 * Whether the person is in the cohort. Each cohort is decided once per request.
 *
 * @throws FlagFailure when membership depends on data that could not be read
 */
export function isMember(cohort: CompiledCohort, subject: Subject): boolean {
  switch (cohort.kind) {
    case 'failing':
      throw new FlagFailure(cohort.code);
    case 'stored':
      if (subject.memberOf === null) throw new FlagFailure('database_unavailable');
      return subject.memberOf.has(cohort.id);
    case 'tree': {
      const known = subject.cohortResults.get(cohort.id);
      if (known !== undefined) return known;
      const member = holds(cohort.root, subject);
      subject.cohortResults.set(cohort.id, member);
      return member;
    }
  }
}

function holds(node: CohortNode, subject: Subject): boolean {
  switch (node.kind) {
    case 'group':
      return node.all
        ? node.nodes.every((inner) => holds(inner, subject))
        : node.nodes.some((inner) => holds(inner, subject));
    case 'person': {
      const value = personValue(subject, node.key);
      const { matcher } = node;
      const matches = value === undefined ? matcher.whenMissing : matcher.matches(value, subject);
      return matches !== node.negated;
    }
    case 'cohort':
      return isMember(node.cohort, subject) !== node.negated;
  }
}
