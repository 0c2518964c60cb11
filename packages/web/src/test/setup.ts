// Before every test of a component: a clean page, and the little that the simulated browser lacks.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => cleanup());
