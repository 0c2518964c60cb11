import { expect, test } from 'vitest';
import { restrictions } from './sandbox.ts';

test('[L12] no folder switches off the hooks that guard its person', () => {
  const spec = {
    sessionId: '6a6f1f0e-0000-4000-8000-000000000000',
    cwd: '/',
    permissionMode: 'default',
    model: undefined,
    conversation: 'new',
  } as const;
  expect(restrictions(undefined, { ...spec, programArguments: [] })).toEqual({ disableAllHooks: false });
});
