// The larger half of the page, which the first screen can do without.
export const loadSessionPage = () => import('../conversation/SessionPage.tsx');
