import { held } from './held-engines';

export default async function stop(): Promise<void> {
  await held()?.desk.close();
  await held()?.engines.stop();
}
