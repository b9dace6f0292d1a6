// Exported here because pnpm makes a package's dependencies visible only to that package.
export { default, astToString } from 'openapi-typescript';
