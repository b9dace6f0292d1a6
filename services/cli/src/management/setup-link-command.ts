import { issueSetupToken, setupLink } from '@tidemark/access';
import { createSetupRepository } from '@tidemark/postgres';
import { Command } from 'commander';
import type { Environment } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { productAddress } from '../running-address';
import type { RunManagement } from './context';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
}

/** `tidemark setup-link`: a link that sets the first password of an installation. */
export function setupLinkCommand(run: RunManagement, env: Environment): Command {
  return new Command('setup-link')
    .description(
      'print a link to set the first password in a browser; it is valid once and for a day, and earlier links become invalid',
    )
    .option(
      '--url <address>',
      'the address that browsers use; default: that of the Tidemark running in DATA_DIR',
    )
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      run(options, async ({ database, print }) => {
        const url = productAddress(env, options.url);
        const issued = await issueSetupToken(createSetupRepository(database), new Date());
        if (issued === null) {
          throw new CommandError(
            'an owner has a password already, or there is no active owner. Change a password with user password, list users with user list.',
            EXIT.failed,
          );
        }
        const link = setupLink(url, issued.token);
        const expires = issued.expiresAt.toISOString();
        print(
          { url: link, email: issued.email, expires_at: expires },
          `${link}\nsets the password of ${issued.email}, once, until ${expires}`,
        );
      }),
    );
}
