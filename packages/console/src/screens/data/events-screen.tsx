import { DefinitionsPage } from './definitions/definitions-page';

/** `data-management/events`: definitions of events. */
export default function EventsScreen() {
  return <DefinitionsPage subject={{ kind: 'events' }} />;
}
