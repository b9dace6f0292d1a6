import type { SelectScope } from '../scope/select-scope';
import type { Environment, EnvironmentChanges, LoweringContext } from '../scope/environment';
import { lowerExpr } from './expression';
import { asValue } from '../scope/typed';

export function createEnvironment(
  context: LoweringContext,
  scope: SelectScope,
  changes: EnvironmentChanges = {},
): Environment {
  const inJoin = changes.inJoin ?? false;
  const aggregate = changes.aggregate ?? null;
  const env: Environment = {
    context,
    scope,
    inJoin,
    aggregate,
    overWindow: changes.overWindow ?? false,
    lowerOpen: (node) => lowerExpr(node, env),
    lower: (node, further = {}) =>
      asValue(
        lowerExpr(
          node,
          Object.keys(further).length === 0
            ? env
            : createEnvironment(context, scope, { inJoin, aggregate, ...further }),
        ),
      ),
  };
  return env;
}
