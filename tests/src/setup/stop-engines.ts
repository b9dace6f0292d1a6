import { heldEngines } from './held-engines';

export default async function stop(): Promise<void> {
  await heldEngines()?.stop();
}
