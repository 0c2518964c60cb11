// For hosts that bring their own transport, such as an editor's plugin.
export { mount } from './mount.tsx';
export type { Mounted, MountOptions } from './mount.tsx';
