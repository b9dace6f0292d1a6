import { redacted } from '@tidemark/configuration';
import { runProgram } from '@tidemark/platform';
import { readConfig } from './config';
import { start } from './start';

runProgram({ name: 'mcp', readConfig, redacted, start });
