// Colours for code. This module and each language are loaded when they are first needed.
import type { CSSProperties } from 'react';
import { createHighlighterCore } from 'shiki/core';
import type { HighlighterCore, LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import githubDark from 'shiki/themes/github-dark-default.mjs';
import githubLight from 'shiki/themes/github-light-default.mjs';

export type HighlightedLine = { text: string; style: CSSProperties }[];

const lengthLimit = 50_000;

/** Undefined where there are no colours for the language, or the code is too long to be worth the wait. */
export async function highlight(code: string, language: string): Promise<HighlightedLine[] | undefined> {
  const name = aliases[language.toLowerCase()] ?? language.toLowerCase();
  const load = Object.hasOwn(languages, name) ? languages[name] : undefined;
  if (!load || code.length > lengthLimit) return undefined;
  highlighter ??= createHighlighterCore({
    themes: [githubLight, githubDark],
    langs: [],
    engine: createJavaScriptRegexEngine(),
  });
  const ready = await highlighter;
  await ready.loadLanguage(load);
  const { tokens } = ready.codeToTokens(code, {
    lang: name,
    themes: { light: 'github-light-default', dark: 'github-dark-default' },
    defaultColor: false,
  });
  return tokens.map((line) =>
    line.map(({ content, htmlStyle }) => ({ text: content, style: (htmlStyle ?? {}) as CSSProperties })),
  );
}

let highlighter: Promise<HighlighterCore> | undefined;

const languages: Record<string, LanguageInput> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

const aliases: Record<string, string> = {
  // The grammar of C++ alone is larger than the page; that of C reads most of it.
  'c++': 'c',
  cpp: 'c',
  console: 'bash',
  js: 'javascript',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};
