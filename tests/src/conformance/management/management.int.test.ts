import { describeCases } from '../support/describe-cases';
import { tokens } from './tokens';
import { annotations } from './annotations';
import { definitions } from './definitions';
import { events } from './events';
import { groups } from './groups';
import { insights } from './insights';

describe('management conformance', () => {
  describeCases({ annotations, definitions, events, groups, insights, tokens });
});
