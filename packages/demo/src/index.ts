export type { ShopEvent } from './event-writer';
export { DEFAULT_EVENTS, generateShop, SEED } from './generate-shop';
export type { ShopOptions } from './generate-shop';
export { PAYMENT_RATES } from './session';
