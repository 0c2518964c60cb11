// A broken promise, by the id that it has in ARCHITECTURE.md.
export class Violation extends Error {
  constructor(rule: string, what: string) {
    super(`[${rule}] ${what}`);
    this.name = 'Violation';
  }
}
