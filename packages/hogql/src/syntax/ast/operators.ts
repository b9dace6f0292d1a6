export type CompareOp =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'like'
  | 'not like'
  | 'ilike'
  | 'not ilike'
  | 'in'
  | 'not in'
  | 'in cohort'
  | 'not in cohort'
  | '=~'
  | '!~'
  | '=~*'
  | '!~*';

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';

/** `f(x) IGNORE NULLS`, `f(x) RESPECT NULLS` */
export type NullTreatment = 'IGNORE' | 'RESPECT';

export type JoinType =
  | 'JOIN'
  | 'INNER JOIN'
  | 'LEFT JOIN'
  | 'LEFT OUTER JOIN'
  | 'RIGHT JOIN'
  | 'RIGHT OUTER JOIN'
  | 'FULL JOIN'
  | 'FULL OUTER JOIN'
  | 'CROSS JOIN'
  | 'POSITIONAL JOIN'
  | 'ALL INNER JOIN'
  | 'ANY INNER JOIN'
  | 'ASOF INNER JOIN'
  | `${'LEFT' | 'RIGHT'} ${'SEMI' | 'ANTI' | 'ANY' | 'ASOF'} JOIN`;

export type SetOperator =
  | 'UNION ALL'
  | 'UNION DISTINCT'
  | 'UNION ALL BY NAME'
  | 'UNION DISTINCT BY NAME'
  | 'INTERSECT'
  | 'INTERSECT DISTINCT'
  | 'EXCEPT';

/** Grouping sets are tuples in `groupBy`; `all` groups by every column that is not an aggregation. */
export type GroupByMode = 'all' | 'rollup' | 'cube' | 'grouping_sets';
