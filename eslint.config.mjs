import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import maxOwnLines from './scripts/lint-rules/max-own-lines.mjs';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'packages/console/src/api/generated/**',
      '**/node_modules/**',
      'data/**',
      'coverage/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'tsconfig.eslint.json',
          'packages/console/tsconfig.json',
          'packages/console/build/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in config.ts only.' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*.test.ts'],
    plugins: { tidemark: { rules: { 'max-own-lines': maxOwnLines } } },
    rules: {
      'max-lines': ['error', 300],
      'tidemark/max-own-lines': ['error', { max: 80 }],
    },
  },
  {
    // A factory of routes: its lines are declarations, of which each is read by itself.
    files: ['services/api/src/organizations/organization-routes.ts'],
    rules: { 'tidemark/max-own-lines': 'off' },
  },
  {
    // A pattern that reads a character again and again lets a few kilobytes hold a service for seconds.
    files: ['packages/**/*.ts', 'services/**/*.ts'],
    // A prompt has at most 1,000 characters, its blanks joined, before any of these patterns sees it.
    ignores: ['**/*.test.ts', 'packages/query-drafter/src/read/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: [
      '**/config.ts',
      'tests/**/*.ts',
      'bench/**/*.ts',
      'packages/testing/**/*.ts',
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['packages/console/vite.config.ts', 'packages/console/build/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['packages/console/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['packages/console/src/**/*.{ts,tsx}'],
    rules: {
      // JSX handlers are functions whose value nobody reads.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Data of visitors is text: nothing writes HTML.',
        },
      ],
    },
  },
  {
    files: ['bench/**/*.ts', 'tests/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['packages/console/public/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly' } },
  },
  {
    files: ['scripts/**/*.mjs', '*.mjs', '*.js', '*.cjs', 'tests/**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        __dirname: 'readonly',
        module: 'writable',
        require: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
