// Before every test of a component: a clean page, and patience with a busy machine.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });

afterEach(() => cleanup());
