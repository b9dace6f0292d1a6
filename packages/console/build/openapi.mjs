// From here, because pnpm shows a package's dependencies to that package alone.
export { default, astToString } from 'openapi-typescript';
