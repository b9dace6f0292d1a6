import { describeCases } from '../test-support/describe-cases';
import { tables } from './tables';

describe('data-warehouse tables conformance', () => {
  describeCases({ tables });
});
