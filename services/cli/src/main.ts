import { plainMessage } from '@tidemark/platform';
import { runTidemark } from './index';

runTidemark(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`ERROR ${plainMessage(error)}\n`);
    process.exitCode = 1;
  },
);
