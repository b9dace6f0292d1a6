import maxOwnLines from './max-own-lines.mjs';

/** The rules of this repository, as a plugin of the linter (`.oxlintrc.json`). */
export default { meta: { name: 'tidemark' }, rules: { 'max-own-lines': maxOwnLines } };
