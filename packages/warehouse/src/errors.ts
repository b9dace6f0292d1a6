/** A source that cannot be read, or not as what it is said to be. The message is shown to users. */
export class WarehouseSourceError extends Error {
  /** Trying again may end better. */
  readonly isTransient: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isTransient?: boolean } = {}) {
    super(message, options);
    this.name = 'WarehouseSourceError';
    this.isTransient = options.isTransient ?? false;
  }
}
