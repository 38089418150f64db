import type { PinnedPackage } from "../fetch-package.js";

/** TensorFlow.js and its dependencies, except node-fetch, because nothing is ever downloaded. */
export const TFJS_PACKAGES: readonly PinnedPackage[] = [
  {
    name: "@tensorflow/tfjs-core",
    version: "4.22.0",
    integrity: "sha512-LEkOyzbknKFoWUwfkr59vSB68DMJ4cjwwHgicXN0DUi3a0Vh1Er3JQqCI1Hl86GGZQvY8ezVrtDIvqR1ZFW55A==",
  },
  {
    name: "@tensorflow/tfjs-converter",
    version: "4.22.0",
    integrity: "sha512-PT43MGlnzIo+YfbsjM79Lxk9lOq6uUwZuCc8rrp0hfpLjF6Jv8jS84u2jFb+WpUeuF4K33ZDNx8CjiYrGQ2trQ==",
  },
  {
    name: "@tensorflow/tfjs-backend-cpu",
    version: "4.22.0",
    integrity: "sha512-1u0FmuLGuRAi8D2c3cocHTASGXOmHc/4OvoVDENJayjYkS119fcTcQf4iHrtLthWyDIPy3JiPhRrZQC9EwnhLw==",
  },
  {
    name: "@tensorflow/tfjs-backend-wasm",
    version: "4.22.0",
    integrity: "sha512-/IYhReRIp4jg/wYW0OwbbJZG8ON87mbz0PgkiP3CdcACRSvUN0h8rvC0O3YcDtkTQtFWF/tcXq/KlVDyV49wmA==",
  },
  {
    name: "long",
    version: "4.0.0",
    integrity: "sha512-XsP+KhQif4bjX1kbuSiySJFNAehNxgLb6hPRGJ9QsUr8ajHkuXGdrHmFUTUUXhDwVX2R5bY4JNZEwbUiMhV+MA==",
  },
  {
    name: "seedrandom",
    version: "3.0.5",
    integrity: "sha512-8OwmbklUNzwezjGInmZ+2clQmExQPvomqjL7LFqOYqtmuxRgQYqOD3mHaU+MvZn5FLUeVxVfQjwLZW/n/JFuqg==",
  },
];

/** The first lines of the bundle: its packages. */
export function bundleHeader(): string {
  const packages = TFJS_PACKAGES.map(({ name, version, integrity }) => `// ${name}@${version} ${integrity}`);
  return ["// Built by `npm run bundle-tfjs`; licences are in LICENSE.txt. Made of", ...packages].join("\n");
}
