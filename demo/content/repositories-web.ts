import type { RepositorySeed } from './repository-seed.ts'

/** Plausible excerpts of the folders; folders end in a slash, indentation nests. */
export const WEB_REPOSITORIES: RepositorySeed[] = [
  {
    name: 'fastify/fastify',
    branch: 'main',
    languages: { JavaScript: 1568213, TypeScript: 214870, Shell: 1204 },
    tree: `
.github/
  ISSUE_TEMPLATE/
    bug-report.yml feature-request.yml
  workflows/
    ci.yml coverage-nix.yml lint-docs.yml links-check.yml package-manager-ci.yml
  dependabot.yml stale.yml
build/
  build-error-serializer.js build-validation.js sync-version.js
docs/
  Guides/
    Benchmarking.md Contributing.md Database.md Ecosystem.md Fluent-Schema.md Getting-Started.md Plugins-Guide.md Prototype-Poisoning.md Recommendations.md Serverless.md Testing.md Write-Plugin.md Write-Type-Provider.md
  Reference/
    ContentTypeParser.md Decorators.md Encapsulation.md Errors.md Hooks.md HTTP2.md Lifecycle.md Logging.md LTS.md Middleware.md Plugins.md Reply.md Request.md Routes.md Server.md Type-Providers.md TypeScript.md Validation-and-Serialization.md Warnings.md
  resources/
    encapsulation_context.drawio encapsulation_context.svg
examples/
  typescript-server.ts asyncawait.js hooks.js http2.js https.js parser.js plugin.js route-prefix.js shared-schema.js simple.js simple-stream.js use-plugin.js
  benchmark/
    hooks-benchmark.js hooks-benchmark-async-await.js parser.js simple.js
integration/
  server.js test.sh
lib/
  configValidator.js contentTypeParser.js context.js decorate.js error-handler.js error-serializer.js error-status.js errors.js fourOhFour.js handleRequest.js headRoute.js hooks.js initialConfigValidation.js logger-factory.js logger-pino.js noop-set.js pluginOverride.js pluginUtils.js promise.js reply.js req-id-gen-factory.js request.js route.js schema-controller.js schemas.js server.js symbols.js validation.js warnings.js wrap-thenable.js
test/
  404s.test.js 500s.test.js als.test.js async-await.test.js body-limit.test.js bundler/ case-insensitive.test.js close.test.js close-pipelining.test.js content-length.test.js content-parser.test.js context-config.test.js decorator.test.js delete.test.js encapsulated-error-handler.test.js fluent-schema.test.js get.test.js handler-context.test.js has-route.test.js head.test.js helper.js hooks.test.js hooks-async.test.js hooks.on-listen.test.js hooks.on-ready.test.js inject.test.js input-validation.js keep-alive-timeout.test.js listen.1.test.js listen.2.test.js max-requests-per-socket.test.js plugin.1.test.js plugin.2.test.js promises.test.js register.test.js reply-code.test.js reply-error.test.js request-error.test.js request-id.test.js route.1.test.js route.2.test.js route-hooks.test.js route-prefix.test.js schema-feature.test.js schema-serialization.test.js schema-validation.test.js skip-reply-send.test.js stream.1.test.js throw.test.js trust-proxy.test.js unsupported-httpversion.test.js upgrade.test.js validation-error-handling.test.js versioned-routes.test.js
  internals/
    all.test.js contentTypeParser.test.js context.test.js decorator.test.js errors.test.js handle-request.test.js hook-runner.test.js hooks.test.js initial-config.test.js logger.test.js plugin.test.js reply.test.js request.test.js server.test.js validation.test.js
  types/
    content-type-parser.test-d.ts decorate-request-reply.test-d.ts errors.test-d.ts fastify.test-d.ts hooks.test-d.ts instance.test-d.ts logger.test-d.ts plugin.test-d.ts register.test-d.ts reply.test-d.ts request.test-d.ts route.test-d.ts schema.test-d.ts type-provider.test-d.ts using.test-d.ts
types/
  content-type-parser.d.ts context.d.ts errors.d.ts hooks.d.ts instance.d.ts logger.d.ts plugin.d.ts register.d.ts reply.d.ts request.d.ts route.d.ts schema.d.ts server-factory.d.ts type-provider.d.ts utils.d.ts
.gitignore .npmrc CODE_OF_CONDUCT.md CONTRIBUTING.md EXPENSE_POLICY.md GOVERNANCE.md LICENSE PROJECT_CHARTER.md README.md SECURITY.md SPONSORS.md eslint.config.js fastify.d.ts fastify.js package.json`,
  },
  {
    name: 'TanStack/query',
    branch: 'main',
    languages: { TypeScript: 4120334, Svelte: 41230, JavaScript: 28810, Vue: 22904, HTML: 16022, CSS: 2012 },
    tree: `
.github/
  workflows/
    autofix.yml pr.yml release.yml
docs/
  config.json
  framework/
    angular/
      overview.md quick-start.md
    react/
      overview.md quick-start.md typescript.md
    solid/
      overview.md
    svelte/
      overview.md
    vue/
      overview.md
examples/
  react/
    basic/
      index.html package.json vite.config.ts
      src/
        index.tsx
    infinite-query-with-max-pages/
      next.config.js package.json
      pages/
        index.jsx
    offline/
      index.html package.json
      src/
        api.ts App.tsx index.tsx movies.ts
    optimistic-updates-ui/
      next.config.js package.json
    suspense/
      index.html package.json
  vue/
    basic/
      index.html package.json
integrations/
  react-next-15/
    next.config.js package.json tsconfig.json
  react-vite/
    index.html package.json vite.config.ts
packages/
  query-core/
    package.json tsconfig.json vite.config.ts
    src/
      focusManager.ts hydration.ts index.ts infiniteQueryBehavior.ts infiniteQueryObserver.ts mutation.ts mutationCache.ts mutationObserver.ts notifyManager.ts onlineManager.ts queriesObserver.ts query.ts queryCache.ts queryClient.ts queryObserver.ts removable.ts retryer.ts streamedQuery.ts subscribable.ts thenable.ts types.ts utils.ts
      __tests__/
        focusManager.test.tsx hydration.test.tsx infiniteQueryBehavior.test.tsx mutationCache.test.tsx mutationObserver.test.tsx mutations.test.tsx notifyManager.test.tsx onlineManager.test.tsx queriesObserver.test.tsx query.test.tsx queryCache.test.tsx queryClient.test.tsx queryObserver.test.tsx utils.test.tsx utils.ts
  query-devtools/
    package.json
    src/
      Devtools.tsx DevtoolsComponent.tsx Explorer.tsx index.ts theme.ts utils.tsx
  react-query/
    package.json tsconfig.json
    src/
      errorBoundaryUtils.ts HydrationBoundary.tsx index.ts infiniteQueryOptions.ts IsRestoringProvider.ts QueryClientProvider.tsx QueryErrorResetBoundary.tsx queryOptions.ts suspense.ts types.ts useBaseQuery.ts useInfiniteQuery.ts useIsFetching.ts useMutation.ts useMutationState.ts usePrefetchQuery.tsx useQueries.ts useQuery.ts useSuspenseQuery.ts
      __tests__/
        HydrationBoundary.test.tsx QueryClientProvider.test.tsx suspense.test.tsx useInfiniteQuery.test.tsx useMutation.test.tsx useQueries.test.tsx useQuery.test.tsx utils.tsx
  solid-query/
    package.json
    src/
      index.ts QueryClient.ts QueryClientProvider.tsx useBaseQuery.ts useMutation.ts
  svelte-query/
    package.json
    src/
      context.ts createMutation.svelte.ts createQuery.ts HydrationBoundary.svelte index.ts QueryClientProvider.svelte
  vue-query/
    package.json
    src/
      index.ts mutationCache.ts queryCache.ts queryClient.ts useBaseQuery.ts useMutation.ts vueQueryPlugin.ts
scripts/
  generateDocs.ts getTsupConfig.js publish.js verify-links.ts
.gitignore .prettierignore CONTRIBUTING.md LICENSE README.md eslint.config.js nx.json package.json pnpm-lock.yaml pnpm-workspace.yaml prettier.config.js tsconfig.json vitest.workspace.js`,
  },
  {
    name: 'storybookjs/storybook',
    branch: 'next',
    languages: {
      TypeScript: 6203411,
      MDX: 812044,
      JavaScript: 402118,
      Vue: 38120,
      Svelte: 30022,
      HTML: 24110,
      CSS: 18830,
    },
    tree: `
.github/
  workflows/
    canary-release-pr.yml generate-sandboxes.yml nx.yml tests-unit.yml
code/
  addons/
    a11y/
      package.json preset.js
      src/
        a11yRunner.ts constants.ts index.ts manager.tsx params.ts preview.tsx types.ts
        components/
          A11yContext.tsx A11YPanel.tsx VisionSimulator.tsx
    docs/
      package.json
      src/
        index.ts manager.tsx preset.ts preview.ts
    links/
      package.json
      src/
        index.ts manager.ts preview.ts utils.ts
    themes/
      package.json
      src/
        index.ts preview.tsx theme-switcher.tsx
  builders/
    builder-vite/
      package.json
      src/
        build.ts codegen-modern-iframe-script.ts index.ts optimizeDeps.ts vite-config.ts vite-server.ts
    builder-webpack5/
      package.json
      src/
        index.ts
  core/
    package.json
    src/
      actions/
        index.ts
      backgrounds/
        index.ts
      channels/
        index.ts main.ts
      cli/
        dev.ts build.ts index.ts
      components/
        index.ts
        components/
          Button/
            Button.stories.tsx Button.tsx
          Modal/
            Modal.stories.tsx Modal.tsx
          tooltip/
            Tooltip.tsx WithTooltip.tsx
      controls/
        manager.tsx preset.ts
      core-server/
        build-dev.ts build-static.ts index.ts
      manager/
        App.tsx index.tsx runtime.tsx settings/
      preview-api/
        index.ts
      theming/
        base.ts create.ts index.ts
  frameworks/
    angular/
      package.json
    nextjs/
      package.json
    react-vite/
      package.json
    svelte-vite/
      package.json
    vue3-vite/
      package.json
  renderers/
    react/
      package.json
      src/
        applyDecorators.ts entry-preview.tsx index.ts portable-stories.tsx render.tsx renderToCanvas.tsx
    svelte/
      package.json
    vue3/
      package.json
docs/
  addons/
    addon-types.mdx writing-addons.mdx
  get-started/
    install.mdx whats-a-story.mdx why-storybook.mdx
  writing-stories/
    args.mdx decorators.mdx play-function.mdx
  writing-tests/
    accessibility-testing.mdx interaction-testing.mdx visual-testing.mdx
scripts/
  build-package.ts bench.ts check.ts dangerfile.js get-template.ts release/ run-registry.ts task.ts
test-storybooks/
  ember-cli/ standalone-preview/
.gitignore CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE MIGRATION.md README.md package.json yarn.lock`,
  },
  {
    name: 'sveltejs/svelte',
    branch: 'main',
    languages: { JavaScript: 4210550, Svelte: 982113, TypeScript: 312440, CSS: 92044, HTML: 61022 },
    tree: `
.changeset/
  config.json README.md
.github/
  workflows/
    ci.yml release.yml pkg.pr.new.yml
benchmarking/
  compare/
    index.js runner.js
  benchmarks/
    reactivity/
      kairos/ mol_bench.js
    ssr/
      index.js wrapper.js
documentation/
  docs/
    01-introduction/
      01-overview.md 02-getting-started.md
    02-runes/
      02-$state.md 03-$derived.md 04-$effect.md 05-$props.md 06-$bindable.md
    03-template-syntax/
      01-basic-markup.md 02-if.md 03-each.md 06-snippet.md
packages/
  svelte/
    package.json rollup.config.js svelte.config.js tsconfig.json types/
    compiler/
      package.json
    elements.d.ts
    scripts/
      check-treeshakeability.js generate-types.js generate-version.js process-messages/
    src/
      ambient.d.ts constants.js index-client.js index-server.js index.d.ts utils.js version.js
      action/
        public.d.ts
      animate/
        index.js public.d.ts
      compiler/
        errors.js index.js legacy.js migrate/ preprocess/ state.js validate-options.js warnings.js
        phases/
          1-parse/
            acorn.js index.js remove_typescript_nodes.js
          2-analyze/
            index.js types.d.ts
          3-transform/
            index.js utils.js
          nodes.js patterns.js scope.js
      easing/
        index.js
      events/
        index.js
      internal/
        client/
          constants.js context.js index.js proxy.js reactivity/ render.js runtime.js validate.js
          dom/
            css.js hydration.js operations.js template.js task.js
        server/
          context.js hydration.js index.js
        shared/
          attributes.js clone.js errors.js utils.js
      motion/
        index.js spring.js tweened.js
      reactivity/
        date.js index-client.js map.js media-query.js set.js url.js
      store/
        index-client.js index-server.js shared/
      transition/
        index.js
    tests/
      animation-helpers.js css/ helpers.js hydration/ migrate/ motion/ parser-modern/ runtime-browser/ runtime-legacy/ runtime-runes/ server-side-rendering/ signals/ snapshot/ store/ suite.ts types/ validator/
playgrounds/
  sandbox/
    index.html package.json run.js vite.config.js
.gitignore .prettierrc CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE.md README.md eslint.config.js package.json pnpm-lock.yaml vitest.config.js`,
  },
  {
    name: 'excalidraw/excalidraw',
    branch: 'master',
    languages: { TypeScript: 5613020, SCSS: 118442, JavaScript: 62018, HTML: 14920, Dockerfile: 612 },
    tree: `
.github/
  workflows/
    build-docker.yml lint.yml test.yml
dev-docs/
  docusaurus.config.js package.json sidebars.js
examples/
  with-nextjs/
    next.config.js package.json
  with-script-in-browser/
    index.html package.json vite.config.mts
excalidraw-app/
  App.tsx app_constants.ts CustomStats.tsx debug.tsx global.d.ts index.html index.scss index.tsx package.json useHandleAppTheme.ts vite.config.mts
  collab/
    Collab.tsx CollabError.tsx Portal.tsx
  components/
    AI.tsx AppFooter.tsx AppMainMenu.tsx AppSidebar.tsx AppWelcomeScreen.tsx ExportToExcalidrawPlus.tsx TopErrorBoundary.tsx
  data/
    FileManager.ts firebase.ts index.ts LocalData.ts localStorage.ts tabSync.ts
  share/
    QRCode.tsx ShareDialog.scss ShareDialog.tsx
  tests/
    collab.test.tsx LanguageList.test.tsx MobileMenu.test.tsx
packages/
  common/
    package.json
    src/
      binary-heap.ts colors.ts constants.ts emitter.ts font-metadata.ts index.ts keys.ts points.ts queue.ts random.ts utils.ts
  element/
    package.json
    src/
      align.ts binding.ts bounds.ts collision.ts comparisons.ts delta.ts distribute.ts dragElements.ts elbowArrow.ts embeddable.ts fractionalIndex.ts frame.ts groups.ts heading.ts image.ts linearElementEditor.ts mutateElement.ts newElement.ts renderElement.ts resizeElements.ts Scene.ts selection.ts shape.ts store.ts textElement.ts textWrapping.ts transformHandles.ts typeChecks.ts types.ts zindex.ts
    tests/
      align.test.tsx binding.test.tsx bounds.test.ts delta.test.tsx elbowArrow.test.tsx frame.test.tsx linearElementEditor.test.tsx resize.test.tsx textElement.test.ts zindex.test.tsx
  excalidraw/
    appState.ts clipboard.ts cursor.ts errors.ts gesture.ts history.ts i18n.ts index.tsx laser-trails.ts mermaid.ts package.json reactUtils.ts snapping.ts types.ts workers.ts
    actions/
      actionAlign.tsx actionCanvas.tsx actionClipboard.tsx actionDeleteSelected.tsx actionExport.tsx actionFlip.ts actionGroup.tsx actionHistory.tsx actionProperties.tsx index.ts manager.tsx types.ts
    components/
      App.tsx Avatar.tsx Button.tsx Dialog.tsx HelpDialog.tsx IconPicker.tsx Island.tsx LayerUI.tsx LibraryMenu.tsx Modal.tsx Sidebar/ Stats/ Toast.tsx ToolIcon.tsx UserList.tsx
    data/
      blob.ts encode.ts encryption.ts filesystem.ts index.ts json.ts library.ts reconcile.ts restore.ts url.ts
    fonts/
      Fonts.ts Excalifont/ Nunito/ Virgil/
    locales/
      ar-SA.json ca-ES.json en.json es-ES.json eu-ES.json gl-ES.json pt-BR.json
    renderer/
      animation.ts helpers.ts interactiveScene.ts renderNewElementScene.ts staticScene.ts staticSvgScene.ts
    scene/
      export.ts index.ts Renderer.ts scroll.ts scrollbars.ts zoom.ts
  math/
    package.json
    src/
      angle.ts curve.ts ellipse.ts index.ts line.ts point.ts polygon.ts range.ts segment.ts triangle.ts vector.ts
  utils/
    package.json
    src/
      bbox.ts export.ts index.ts shape.ts withinBounds.ts
public/
  apple-touch-icon.png favicon.svg robots.txt screenshots/
scripts/
  build-locales-coverage.js buildBase.js buildPackage.js release.js updateChangelog.js
.dockerignore .editorconfig .env.development .gitignore CONTRIBUTING.md Dockerfile LICENSE README.md docker-compose.yml package.json tsconfig.json vercel.json vitest.config.mts yarn.lock`,
  },
]
