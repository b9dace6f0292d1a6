import { redacted } from '@tidemark/configuration';
import { readConfig as readEdgeConfig } from '@tidemark/edge';
import { runProgram } from '@tidemark/platform';
import { readConfig } from './config';
import { start } from './start';

runProgram({
  name: 'front',
  readConfig,
  redacted,
  start: (config) => start(config, readEdgeConfig()),
});
