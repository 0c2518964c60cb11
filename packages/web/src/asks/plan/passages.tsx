// The passages of a plan that can be commented on: its paragraphs, headings, list items, tables and blocks of code, each known
// by where it begins in the text. What stands around them is as in any other markdown.
import { Children, createContext, isValidElement, useContext } from 'react';
import type { ReactNode } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { markdownComponents, Pre, Table } from '../../markdown/Markdown.tsx';
import { Passage } from './Passage.tsx';

/** The block of the plan that is drawn, and where it begins. */
export const BlockContext = createContext({ text: '', start: 0 });

export const passageComponents: Components = {
  ...markdownComponents,
  h1: heading('h2'),
  h2: heading('h3'),
  h3: heading('h4'),
  h4: heading('h5'),
  h5: heading('h6'),
  h6: heading('h6'),
  p: ({ node, children }) => {
    // A paragraph of a list item belongs to that.
    const isInItem = useContext(ItemContext);
    return isInItem ? (
      <p>{children}</p>
    ) : (
      <Around node={node}>
        <p>{children}</p>
      </Around>
    );
  },
  li: ({ node, className, children }) => {
    const parts = Children.toArray(children);
    const isList = (part: ReactNode) => isValidElement(part) && (part.type === 'ul' || part.type === 'ol');
    const own = parts.findIndex(isList) === -1 ? parts.length : parts.findIndex(isList);
    return (
      <ItemContext value>
        <Around node={node} as="li" className={className} below={parts.slice(own)}>
          {parts.slice(0, own)}
        </Around>
      </ItemContext>
    );
  },
  pre: ({ node }) => (
    <Around node={node}>
      <Pre node={node} />
    </Around>
  ),
  table: ({ node, children }) => (
    <Around node={node}>
      <Table>{children}</Table>
    </Around>
  ),
};

const ItemContext = createContext(false);

function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6') {
  return function Heading({ node, children }: ExtraProps & { children?: ReactNode }) {
    return (
      <Around node={node} level={Number(node?.tagName.slice(1))}>
        <Tag>{children}</Tag>
      </Around>
    );
  };
}

interface AroundProps extends ExtraProps {
  as?: 'div' | 'li';
  level?: number;
  className?: string | undefined;
  /** Passages of their own that belong to it. */
  below?: ReactNode;
  children: ReactNode;
}

/** What markdown itself adds, such as the heading of footnotes, stands nowhere in the text, and is no passage. */
function Around({ node, as = 'div', level, className, below, children }: AroundProps) {
  const block = useContext(BlockContext);
  const [from, to] = [node?.position?.start.offset, node && endOf(node)];
  if (from === undefined || to === undefined) {
    const Tag = as;
    return (
      <Tag className={className}>
        {children}
        {below}
      </Tag>
    );
  }
  const quote = block.text.slice(from, to).trim();
  return (
    <Passage as={as} start={block.start + from} quote={quote} level={level} className={className} below={below}>
      {children}
    </Passage>
  );
}

type Node = NonNullable<ExtraProps['node']>;

/** A list item ends where the items below it begin. */
function endOf({ children, position }: Node): number | undefined {
  const below = children.find((child) => child.type === 'element' && /^[uo]l$/.test(child.tagName));
  return below ? below.position?.start.offset : position?.end.offset;
}
