import { runUntilStopped } from './run-until-stopped';

void runUntilStopped();
