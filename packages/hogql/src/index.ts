export type * from './syntax/ast';
export { astBuilder, type AstBuilder } from './syntax/build';
export { HogQLError, type HogQLErrorCode } from './syntax/errors';
export {
  parseExpr,
  parseOrderExpr,
  parseSelect,
  parseTemplate,
  type ParseLimits,
} from './syntax/parser';
export { printHogQL } from './syntax/print';
export { compileHogQL, compileStatement, type CompiledQuery } from './compile/compile-hogql';
export type { CompileContext, QueryModifiers } from './compile/context';
export type { PropertyType, PropertyOwner } from './types/property-type';
export { cohortStatement } from './features/cohorts/cohort-statement';
export { flagReachStatement, type FlagAudience } from './features/flags/flag-reach-statement';
export { membersStatement } from './features/cohorts/members-statement';
export type { CohortEntry } from './catalogue/cohort-people';
export { referencesCohorts } from './features/cohorts/references-cohorts';
export { containsAggregation } from './analysis/contains-aggregation';
export { mapTree } from './syntax/map-tree';
export { ungroupedColumn } from './analysis/ungrouped-column';
export { stepExpr } from './features/actions/step-expr';
export { referencedActions } from './features/actions/referenced-actions';
export {
  referencedSystemTables,
  referencedTables as referencedTableNames,
} from './analysis/referenced-tables';
export { scopeOfTable, SYSTEM_TABLE_OBJECTS, SYSTEM_TABLE_SCOPES } from './catalogue/system/scopes';
export { SYSTEM_TABLE_NAMES } from './catalogue/system/tables';
export type { StoredTableName, SystemRow, SystemTableName } from './catalogue/system/tables';
export { PHYSICAL_TABLES } from './clickhouse-sql/physical-tables';
export { isInformationSchema } from './catalogue/system/information-schema';
export { builtInSchemaTables } from './catalogue/information-schema/built-in-tables';
export { dataTypeOfWire } from './catalogue/information-schema/data-types';
export { informationSchemaRows } from './catalogue/information-schema/rows';
export type { SchemaLink, SchemaTable } from './catalogue/information-schema/schema-table';
export { functionNames } from './autocomplete/function-names';
export { questionAt, type Question } from './autocomplete/question';
export { placeOf, type Place } from './autocomplete/place';
export { describeTables, type DescribedField, type DescribedTable } from './catalogue/describe';
export { referencedNames } from './analysis/referenced-names';
export { isBuiltInTable, referencedWarehouseTables } from './analysis/referenced-warehouse-tables';
export { referencedJoinNames } from './analysis/referenced-join-names';
export type { JoinKey, TableJoin } from './catalogue/joins';
export { inlineViews, referencedViews } from './substitution/inline-views';
export type { TypeKind } from './types/value-type';
export type { WarehouseEntry } from './catalogue/warehouse-tables';
export type { GroupTypeName } from './catalogue/events';
export {
  CHANNEL_RULE_KEYS,
  CHANNEL_RULE_OPERATORS,
  type ChannelRule,
} from './catalogue/channels/channel-rules';
export type { PersonsOnEventsMode } from './catalogue/persons/person-id';
export type { ActionDefinition, ActionStep, StringMatching } from './features/actions/definition';
export type {
  FilterContext,
  FilterScope,
  PropertyFilter,
} from './features/property-filters/filter';
export { filterTreeExpr } from './features/property-filters/filter-tree';
export { cleanedPath, type PathCleaningRule } from './features/property-filters/path-cleaning';
export { timestampExpr } from './features/property-filters/timestamp-expr';
export { selectorPattern } from './features/element-selectors/selector-pattern';
export { problemOfPropertyFilter } from './features/property-filters/problem-of-filter';
export { propertyFilterExpr } from './features/property-filters/property-filter';
export { referencedVariables, replaceVariables } from './substitution/replace-variables';
export { replaceFilters } from './substitution/replace-filters';
export type { DateRange, QueryFilters } from './substitution/query-filters';
export { DATE_FORMS, parseDateText } from './dates/date-text';
export type { RelativeDate, RelativeUnit } from './dates/date-text';
export { readDate, resolveTimestamp } from './dates/relative-date';
export type { DateContext, ReadDate } from './dates/relative-date';
export { withOutputNames } from './clickhouse-sql/print/named-outputs';
