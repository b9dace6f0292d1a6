import { family } from './spec';

export const urlFunctions = [
  ...family(
    'String',
    `protocol/1 domain/1 domainWithoutWWW/1 topLevelDomain/1 firstSignificantSubdomain/1
     cutToFirstSignificantSubdomain/1 cutToFirstSignificantSubdomainWithWWW/1 path/1 pathFull/1
     queryString/1 fragment/1 queryStringAndFragment/1 netloc/1 cutWWW/1 cutQueryString/1
     cutFragment/1 cutQueryStringAndFragment/1 encodeURLComponent/1 decodeURLComponent/1
     tryDecodeURLComponent/1=decodeURLComponent
     encodeURLFormComponent/1 decodeURLFormComponent/1 extractURLParameter/2 cutURLParameter/2`,
  ),
  ...family(
    'Array',
    'URLHierarchy/1 URLPathHierarchy/1 extractURLParameters/1 extractURLParameterNames/1',
  ),
  ...family('Integer', 'port/1-2', { casts: [null, 'UInt16'] }),
];
