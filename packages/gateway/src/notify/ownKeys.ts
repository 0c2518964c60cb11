// Keys that the gateway makes for itself once, and keeps by name.

/** Where they are kept, so that nobody else reads them. */
export interface KeyStore {
  key(name: string): string | undefined;
  /** On disk when it returns. */
  keepKey(name: string, value: string): void;
}

/** The key of that name. Where there is none yet, it is made and kept when it is first needed. */
export function ownKey(store: KeyStore, name: string, make: () => string): () => string {
  let known: string | undefined;
  const makeAndKeep = () => {
    const made = make();
    store.keepKey(name, made);
    return made;
  };
  return () => (known ??= store.key(name) ?? makeAndKeep());
}
