export { runUntilStopped } from './run-until-stopped';
