// What an agent wrote, as markdown and nothing more: no HTML, no images from the network, no links but to the web and
// to mail.
import { revealActing } from '@beckon/protocol';
import { createContext, memo, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components, ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remend from 'remend';
import { LongText } from '../elements/LongText.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { markdownBlocks } from './markdownBlocks.ts';
import { areRead } from './markdownWork.ts';

export interface MarkdownProps {
  text: string;
  /** More is to come, so that the end may be half written. */
  isGrowing?: boolean;
}

export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const blocks = useMemo(() => markdownBlocks(revealActing(text)), [text]);
  const read = useMemo(() => areRead(blocks), [blocks]);
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        <MarkdownBlock
          key={index}
          text={block}
          isRead={read[index] === true}
          isGrowing={isGrowing && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

const GrowingContext = createContext(false);

interface MarkdownBlockProps {
  text: string;
  /** As markdown; else it is shown as it was written. */
  isRead: boolean;
  isGrowing?: boolean;
  components?: Components;
}

/** One of the blocks that a text is cut into. */
export const MarkdownBlock = memo(function MarkdownBlock(props: MarkdownBlockProps) {
  const { text, isRead, isGrowing = false, components = markdownComponents } = props;
  if (!isRead) return <LongText label="Text" text={text} lineLimit={40} />;
  return (
    <GrowingContext value={isGrowing}>
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={safeUrl}>
        {isGrowing ? remend(text) : text}
      </ReactMarkdown>
    </GrowingContext>
  );
});

const plugins = [remarkGfm];

export const markdownComponents: Components = {
  // The page's own title is the only first heading.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt, src }) => <span className="text-muted">[image: {alt || String(src)}]</span>,
  input: ({ checked }) => <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'To do'} />,
  pre: Pre,
  table: Table,
};

export function Table({ children }: { children?: ReactNode }) {
  return (
    <div className="table-scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

export function Pre({ node }: ExtraProps) {
  const isGrowing = useContext(GrowingContext);
  const code = node?.children.find((child) => child.type === 'element');
  const language = /language-(\S+)/.exec(String(code?.properties.className))?.[1];
  const text = code?.children.map((child) => ('value' in child ? child.value : '')).join('') ?? '';
  return <CodeBlock code={text.replace(/\n$/, '')} language={language} isGrowing={isGrowing} />;
}

function safeUrl(url: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(url) ? url : '';
}
