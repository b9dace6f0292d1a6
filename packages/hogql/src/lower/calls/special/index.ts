import { FunctionIndex } from '../../../functions/find';
import { addresses } from './addresses';
import { calendar } from './calendar';
import { calendarParts } from './calendar-parts';
import { clock } from './clock';
import { conditionals } from './conditionals';
import { conversions } from './conversions';
import { jsonExtract } from './json-extract';
import { languages } from './languages';
import { lists } from './lists';
import { notServed } from './not-served';
import { operators } from './operators';
import { product } from './product';
import { surveys } from './surveys';
import { timeWindows } from './time-windows';
import { traffic } from './traffic';

export const specials = new FunctionIndex([
  ...addresses,
  ...calendar,
  ...calendarParts,
  ...clock,
  ...conditionals,
  ...conversions,
  ...jsonExtract,
  ...languages,
  ...lists,
  ...notServed,
  ...operators,
  ...product,
  ...surveys,
  ...timeWindows,
  ...traffic,
]);
