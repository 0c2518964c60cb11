// What came before the first message that a session keeps, as its agent keeps it.
import type { House } from '../../house.ts';
import type { KeptInfo } from '../keptInfo.ts';
import type { EarlierMessages } from './conversationRecord.ts';

export function earlierMessages(house: Pick<House, 'drivers'>, kept: KeptInfo): EarlierMessages {
  const driver = () => house.drivers[kept.current.driver];
  return {
    get areThere() {
      return kept.private.past !== undefined && driver()?.past !== undefined;
    },
    async page(query) {
      const { past } = kept.private;
      return (past === undefined ? undefined : await driver()?.past?.(past, query)) ?? { messages: [] };
    },
  };
}
