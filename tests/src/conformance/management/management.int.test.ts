import { describeCases } from '../support/describe-cases';
import { events } from './events';

describe('management conformance', () => {
  describeCases({ events });
});
