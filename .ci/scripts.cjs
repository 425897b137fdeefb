// Rules of eslint for the scripts of web pages. tsc finds undefined names: scripts share a scope.
const { configs } = require("@eslint/js");

const unused = { vars: "local", argsIgnorePattern: "^_", ignoreRestSiblings: true };

module.exports = [
  configs.recommended,
  {
    languageOptions: { sourceType: "script" },
    rules: { "no-undef": "off", "no-unused-vars": ["error", unused] },
  },
];
