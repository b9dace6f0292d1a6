import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Returns the files that differ from a commit, including new files, without deleted files. */
export function changedSince(commit) {
  const tracked = git('diff', '--name-only', '--diff-filter=d', commit);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...tracked, ...added])].filter((file) => existsSync(join(root, file)));
}

/**
 * Returns the commit to compare with: the common ancestor with `origin/main` or with `main`, otherwise the last commit.
 */
export function startOfWork() {
  for (const branch of ['origin/main', 'main']) {
    const [commit] = tryGit('merge-base', 'HEAD', branch);
    if (commit !== undefined) return commit;
  }
  return 'HEAD';
}

/** Returns the folders of the packages and services of these files, such as `packages/hogql`. */
export function foldersOf(files) {
  const found = files.flatMap(
    (file) => /^((?:packages|services)\/[^/]+)\/src\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

function git(...args) {
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  return text.split('\n').filter((line) => line !== '');
}

/** Returns an empty list if the branch does not exist. */
function tryGit(...args) {
  try {
    return git(...args);
  } catch (error) {
    if (error.status === undefined) throw error;
    return [];
  }
}
