import { useAddressSearch } from '../../session/address';
import { DefinitionsPage } from './definitions/definitions-page';

/**
 * `data-management/properties`: definitions of event properties; `?of=person` and `?of=group&group=0` show those of
 * persons and groups.
 */
export default function PropertiesScreen() {
  const { of, group } = useAddressSearch();
  if (of === 'group') {
    const groupTypeIndex = Number.parseInt(group ?? '', 10) || 0;
    return <DefinitionsPage subject={{ kind: 'properties', type: 'group', groupTypeIndex }} />;
  }
  const type = of === 'person' ? 'person' : 'event';
  return <DefinitionsPage subject={{ kind: 'properties', type }} />;
}
