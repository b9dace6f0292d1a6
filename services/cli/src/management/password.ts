import {
  generatePassword,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '@tidemark/access';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';

/**
 * The ways to enter a password. It is never an argument, because lists of processes and shell histories show
 * arguments.
 */
export interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export interface GivenPassword {
  readonly password: string;
  /** Whether the command generated the password, which is then shown once. */
  readonly isGenerated: boolean;
}

/** Returns null if no password is requested. @throws CommandError */
export async function givenPassword(
  options: PasswordOptions,
  terminal: Terminal,
): Promise<GivenPassword | null> {
  if (options.generatePassword === true) {
    if (options.passwordStdin === true) {
      throw new CommandError(
        '--password-stdin and --generate-password cannot be used together: give one of them',
        EXIT.usage,
      );
    }
    return { password: generatePassword(), isGenerated: true };
  }
  if (options.passwordStdin !== true) return null;
  if (terminal.input === undefined) {
    throw new CommandError(
      'standard input is a terminal or closed: pipe the password into the command, or use --generate-password',
      EXIT.usage,
    );
  }
  // Removes the line end, which comes from the pipe and is not part of the password.
  const password = (await terminal.input()).replace(/\r?\n$/, '');
  if (password.length < MIN_PASSWORD_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS) {
    throw new CommandError(
      `the password must have ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters`,
      EXIT.usage,
    );
  }
  if (/[\0\n\r]/.test(password)) {
    throw new CommandError(
      'the password must be one line: remove line breaks and NUL characters',
      EXIT.usage,
    );
  }
  return { password, isGenerated: false };
}
