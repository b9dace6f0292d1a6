/** A source cannot be read, or its data does not match its format. Users see the message. */
export class WarehouseSourceError extends Error {
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isTransient?: boolean } = {}) {
    super(message, options);
    this.name = 'WarehouseSourceError';
    this.isTransient = options.isTransient ?? false;
  }
}
