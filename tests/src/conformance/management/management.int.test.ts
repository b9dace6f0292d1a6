import { describeCases } from '../test-support/describe-cases';
import { tokens } from './tokens';
import { acceptance } from './acceptance';
import { actionUses } from './action-uses';
import { alerts } from './alerts';
import { annotations } from './annotations';
import { dashboardContents } from './dashboard-contents';
import { dashboards } from './dashboards';
import { definitions } from './definitions';
import { events } from './events';
import { experiments } from './experiments';
import { groupProperties } from './group-properties';
import { groups } from './groups';
import { insightHistory } from './insight-history';
import { insights } from './insights';
import { mcpTools } from './mcp-tools';
import { persons } from './persons/persons';

describe('management conformance', () => {
  describeCases({
    acceptance,
    actionUses,
    alerts,
    annotations,
    dashboards,
    'contents of dashboards': dashboardContents,
    definitions,
    events,
    experiments,
    groups,
    'properties of groups': groupProperties,
    insights,
    'history of insights': insightHistory,
    mcpTools,
    persons,
    tokens,
  });
});
