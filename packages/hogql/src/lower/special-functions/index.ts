import { FunctionIndex } from '../../functions/find';
import { calendar } from './calendar';
import { clock } from './clock';
import { conditionals } from './conditionals';
import { conversions } from './conversions';
import { jsonExtract } from './json-extract';
import { operators } from './operators';

export const specials = new FunctionIndex([
  ...calendar,
  ...clock,
  ...conditionals,
  ...conversions,
  ...jsonExtract,
  ...operators,
]);
