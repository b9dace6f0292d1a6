import type { Project } from '@tidemark/postgres';
import { createProjectRepository } from '@tidemark/postgres';
import { projectCreateSchema } from '@tidemark/contracts';
import { Command } from 'commander';
import { checked } from '../arguments';
import { table } from '../terminal';
import type { RunManagement } from './context';
import { findUser, operatorOf } from './context';

const bodyOf = ({ id, name, apiToken, timezone }: Project) => ({
  id,
  name,
  api_token: apiToken,
  timezone,
});

/** `tidemark project …` */
export function projectCommand(run: RunManagement): Command {
  const group = new Command('project').description('projects, each with its own events and keys');
  group
    .command('create')
    .description('create a project and print its token')
    .argument('<name>')
    .option('--timezone <name>', 'as in Europe/Berlin', 'UTC')
    .option('--json', 'print one JSON object')
    .action((name: string, options: { readonly timezone: string; readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const settings = checked(
          projectCreateSchema,
          { name, timezone: options.timezone },
          { name: '<name>', timezone: '--timezone (as in Europe/Berlin)' },
        );
        const first = await findUser(database, undefined);
        const project = await createProjectRepository(database).create(operatorOf(first), {
          name: settings.name,
          ...(settings.timezone !== undefined && { timezone: settings.timezone }),
        });
        print(bodyOf(project), `project ${project.id}\ntoken   ${project.apiToken}`);
      }),
    );
  group
    .command('list')
    .description('list projects, by id')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const { organizationId } = await findUser(database, undefined);
        const everything = { limit: null, offset: 0 };
        const { rows } = await createProjectRepository(database).list(organizationId, everything);
        const lines = rows.map(({ id, apiToken, name }) => [String(id), apiToken, name]);
        print({ projects: rows.map(bodyOf) }, table(['ID', 'TOKEN', 'NAME'], lines));
      }),
    );
  return group;
}
