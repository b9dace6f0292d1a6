export type * from './ast';
export { astBuilder, type AstBuilder } from './ast-build';
export { HogQLError, type HogQLErrorCode } from './errors';
export { parseExpr, parseOrderExpr, parseSelect, parseTemplate, type ParseLimits } from './parser';
export { printHogQL } from './print-hogql';
export { compileHogQL, compileStatement, type CompiledQuery } from './compile/compile-hogql';
export type { CompileContext, PropertyType, QueryModifiers } from './compile/context';
export { cohortStatement } from './cohorts/cohort-statement';
export { flagReachStatement, type FlagAudience } from './flags/flag-reach-statement';
export { membersStatement } from './cohorts/members-statement';
export type { CohortEntry } from './cohorts/cohort-entry';
export { referencesCohorts } from './cohorts/references-cohorts';
export { containsAggregation } from './compile/contains-aggregation';
export { mapTree } from './compile/map-tree';
export { stepExpr } from './actions/step-expr';
export { referencedActions } from './compile/referenced-actions';
export { referencedSystemTables } from './compile/referenced-system-tables';
export { SYSTEM_TABLE_NAMES } from './catalogue/system/tables';
export type { SystemRow, SystemTableName } from './catalogue/system/tables';
export { functionNames } from './autocomplete/function-names';
export { questionAt, type Question } from './autocomplete/question';
export { placeOf, type Place } from './autocomplete/scope';
export { describeTables, type DescribedField, type DescribedTable } from './catalogue/describe';
export { referencedNames } from './compile/referenced-names';
export { isBuiltInTable, referencedWarehouseTables } from './warehouse/referenced-warehouse-tables';
export { referencedJoinNames } from './joins/referenced-join-names';
export type { JoinKey, TableJoin } from './joins/table-join';
export { inlineViews, referencedViews } from './views/inline-views';
export type { TypeKind } from './types/value-type';
export type { WarehouseEntry } from './warehouse/warehouse-entry';
export type { PropertyOwner } from './catalogue/definitions';
export type { GroupTypeName } from './catalogue/events';
export {
  CHANNEL_RULE_KEYS,
  CHANNEL_RULE_OPERATORS,
  type ChannelRule,
} from './catalogue/sessions/channel-rules';
export type { PersonsOnEventsMode } from './catalogue/person-id';
export type { ActionDefinition, ActionStep, StringMatching } from './actions/definition';
export type { FilterContext, FilterScope, PropertyFilter } from './property-filters/filter';
export { filterTreeExpr } from './property-filters/filter-tree';
export { cleanedPath, type PathCleaningRule } from './property-filters/path-cleaning';
export { momentExpr } from './property-filters/moment';
export { selectorPattern } from './property-filters/selector-pattern';
export { propertyFilterExpr } from './property-filters/property-filter';
export { referencedVariables, replaceVariables } from './placeholders/replace-variables';
export { replaceFilters } from './placeholders/replace-filters';
export type { DateRange, QueryFilters } from './placeholders/query-filters';
export { resolveMoment, type DateContext } from './dates/relative-date';
