export type * from './ast';
export { astBuilder, type AstBuilder } from './ast-build';
export { HogQLError, type HogQLErrorCode } from './errors';
export { parseExpr, parseOrderExpr, parseSelect, type ParseLimits } from './parser';
export { printHogQL } from './print-hogql';
export { compileHogQL, compileStatement, type CompiledQuery } from './compile/compile-hogql';
export type { CompileContext, PropertyType, QueryModifiers } from './compile/context';
export { actionsOfCohort, cohortStatement } from './cohorts/cohort-statement';
export { flagReachStatement, type FlagAudience } from './flags/flag-reach-statement';
export { membersStatement } from './cohorts/members-statement';
export type { CohortEntry } from './cohorts/cohort-entry';
export { referencesCohorts } from './cohorts/references-cohorts';
export { referencedActions } from './compile/referenced-actions';
export { referencedSystemTables } from './compile/referenced-system-tables';
export { SYSTEM_TABLE_NAMES } from './catalogue/system/tables';
export type { SystemRow, SystemTableName } from './catalogue/system/tables';
export { referencedNames } from './compile/referenced-names';
export type { PropertyOwner } from './catalogue/definitions';
export type { GroupTypeName } from './catalogue/events';
export type { PersonsOnEventsMode } from './catalogue/person-id';
export type {
  ActionDefinition,
  ActionStep,
  PropertyFilter,
  StringMatching,
} from './actions/definition';
