import type { RepositorySeed } from './repository-seed.ts'

export const MORE_REPOSITORIES: RepositorySeed[] = [
  {
    name: 'radix-ui/primitives',
    branch: 'main',
    languages: { TypeScript: 1310220, CSS: 48210, JavaScript: 20144, HTML: 1210 },
    tree: `
.changeset/
  config.json
.github/
  workflows/
    build.yml release.yml test.yml
apps/
  ssr-testing/
    next.config.js package.json
    app/
      layout.tsx page.tsx
  storybook/
    package.json
    .storybook/
      main.ts preview.tsx
    stories/
      accordion.stories.tsx alert-dialog.stories.tsx avatar.stories.tsx checkbox.stories.tsx dialog.stories.tsx dropdown-menu.stories.tsx popover.stories.tsx select.stories.tsx slider.stories.tsx tabs.stories.tsx toast.stories.tsx tooltip.stories.tsx
cypress/
  e2e/
    Dialog.cy.ts DropdownMenu.cy.ts Form.cy.ts Select.cy.ts Slider.cy.ts Toast.cy.ts
internal/
  builder/
    builder.js package.json
  eslint-config/
    index.js package.json
  typescript-config/
    base.json react-library.json
packages/
  core/
    number/
      package.json
      src/
        index.ts number.ts
    primitive/
      package.json
      src/
        index.ts primitive.tsx
    rect/
      package.json
      src/
        index.ts observe-element-rect.ts
  react/
    accordion/
      package.json README.md
      src/
        accordion.test.tsx accordion.tsx index.ts
    alert-dialog/
      package.json
      src/
        alert-dialog.tsx index.ts
    avatar/
      package.json
      src/
        avatar.test.tsx avatar.tsx index.ts
    checkbox/
      package.json
      src/
        checkbox.test.tsx checkbox.tsx index.ts
    collapsible/
      package.json
      src/
        collapsible.tsx index.ts
    collection/
      package.json
      src/
        collection.tsx index.ts
    dialog/
      package.json
      src/
        dialog.test.tsx dialog.tsx index.ts
    dismissable-layer/
      package.json
      src/
        dismissable-layer.tsx index.ts
    dropdown-menu/
      package.json
      src/
        dropdown-menu.tsx index.ts
    focus-scope/
      package.json
      src/
        focus-scope.test.tsx focus-scope.tsx index.ts
    popover/
      package.json
      src/
        index.ts popover.tsx
    popper/
      package.json
      src/
        index.ts popper.tsx
    presence/
      package.json
      src/
        index.ts presence.tsx use-state-machine.tsx
    roving-focus/
      package.json
      src/
        index.ts roving-focus-group.tsx
    select/
      package.json
      src/
        index.ts select.tsx
    slider/
      package.json
      src/
        index.ts slider.tsx
    tabs/
      package.json
      src/
        index.ts tabs.tsx
    toast/
      package.json
      src/
        index.ts toast.tsx
    tooltip/
      package.json
      src/
        index.ts tooltip.tsx
.gitignore LICENSE README.md package.json philosophy.md pnpm-lock.yaml pnpm-workspace.yaml release-process.md vitest.config.mts`,
  },
  {
    name: 'withastro/starlight',
    branch: 'main',
    languages: { MDX: 1820334, TypeScript: 602144, Astro: 198220, JavaScript: 34120, CSS: 28014 },
    tree: `
.changeset/
  config.json
.github/
  workflows/
    ci.yml lighthouse.yml release.yml
docs/
  astro.config.mjs package.json tsconfig.json
  public/
    favicon.svg robots.txt
  src/
    content.config.ts
    assets/
      hero-star.webp
    components/
      card-test.astro languages-list.astro theme-designer.astro
    content/
      docs/
        getting-started.mdx index.mdx manual-setup.mdx
        components/
          asides.mdx badges.mdx cards.mdx file-tree.mdx icons.mdx steps.mdx tabs.mdx
        es/
          getting-started.mdx index.mdx
        guides/
          authoring-content.mdx css-and-tailwind.mdx customization.mdx i18n.mdx pages.mdx sidebar.mdx site-search.mdx
        reference/
          configuration.mdx frontmatter.md icons.mdx overrides.md plugins.md route-data.mdx
examples/
  basics/
    astro.config.mjs package.json
  markdoc/
    astro.config.mjs markdoc.config.mjs package.json
  tailwind/
    astro.config.mjs package.json
packages/
  docsearch/
    DocSearch.astro index.ts package.json
  starlight/
    404.astro components.ts constants.ts expressive-code.mjs index.ts internal.ts loaders.ts locals.ts package.json props.ts route-data.ts schema.ts schemas/ types.ts
    __tests__/
      basics/ edit-url/ git-utils.test.ts i18n/ plugins/ sidebar/ snapshots/
    components/
      Banner.astro ContentPanel.astro DraftContentNotice.astro EditLink.astro Footer.astro Head.astro Header.astro Hero.astro LanguageSelect.astro LastUpdated.astro MarkdownContent.astro MobileMenuFooter.astro MobileTableOfContents.astro Page.astro PageFrame.astro PageSidebar.astro PageTitle.astro Pagination.astro Search.astro Select.astro Sidebar.astro SidebarSublist.astro SiteTitle.astro SkipLink.astro SocialIcons.astro TableOfContents.astro ThemeProvider.astro ThemeSelect.astro TwoColumnContent.astro
    integrations/
      asides.ts heading-links.ts remark-rehype-utils.ts sitemap.ts
    style/
      anchor-links.css asides.css layers.css markdown.css props.css reset.css util.css
    translations/
      ar.json ca.json en.json es.json eu.json gl.json index.ts pt.json
    user-components/
      Aside.astro Badge.astro Card.astro CardGrid.astro FileTree.astro Icon.astro LinkButton.astro LinkCard.astro Steps.astro TabItem.astro Tabs.astro
    utils/
      base.ts collection.ts git.ts head.ts i18n.ts localizedUrl.ts navigation.ts path.ts plugins.ts routing/ slugs.ts translations.ts url.ts user-config.ts
  tailwind/
    package.json tailwind.css
.gitignore .prettierrc CONTRIBUTING.md LICENSE README.md package.json pnpm-lock.yaml pnpm-workspace.yaml`,
  },
  {
    name: 'spring-projects/spring-petclinic',
    branch: 'main',
    languages: { Java: 132480, HTML: 31204, SCSS: 9820, CSS: 6120, Dockerfile: 214 },
    tree: `
.devcontainer/
  Dockerfile devcontainer.json
.github/
  workflows/
    deploy-and-test-cluster.yml gradle-build.yml maven-build.yml
.mvn/
  wrapper/
    maven-wrapper.properties
gradle/
  wrapper/
    gradle-wrapper.jar gradle-wrapper.properties
k8s/
  db.yml petclinic.yml
src/
  checkstyle/
    nohttp-checkstyle.xml
  main/
    java/
      org/
        springframework/
          samples/
            petclinic/
              PetClinicApplication.java PetClinicRuntimeHints.java package-info.java
              model/
                BaseEntity.java NamedEntity.java Person.java package-info.java
              owner/
                Owner.java OwnerController.java OwnerRepository.java Pet.java PetController.java PetType.java PetTypeFormatter.java PetValidator.java Visit.java VisitController.java package-info.java
              system/
                CacheConfiguration.java CrashController.java WebConfiguration.java WelcomeController.java package-info.java
              vet/
                Specialty.java Vet.java VetController.java VetRepository.java Vets.java package-info.java
    resources/
      application-mysql.properties application-postgres.properties application.properties banner.txt
      db/
        h2/
          data.sql schema.sql
        mysql/
          data.sql schema.sql
        postgres/
          data.sql schema.sql
      messages/
        messages.properties messages_de.properties messages_es.properties messages_pt.properties
      static/
        resources/
          fonts/
            montserrat-webfont.svg varela_round-webfont.svg
          images/
            favicon.png pets.png spring-logo.svg
      templates/
        error.html welcome.html
        fragments/
          inputField.html layout.html selectField.html
        owners/
          createOrUpdateOwnerForm.html findOwners.html ownerDetails.html ownersList.html
        pets/
          createOrUpdatePetForm.html createOrUpdateVisitForm.html
        vets/
          vetList.html
    scss/
      header.scss petclinic.scss responsive.scss typography.scss
  test/
    java/
      org/
        springframework/
          samples/
            petclinic/
              MySqlIntegrationTests.java PetClinicIntegrationTests.java PostgresIntegrationTests.java
              model/
                ValidatorTests.java
              owner/
                OwnerControllerTests.java PetControllerTests.java PetTypeFormatterTests.java PetValidatorTests.java VisitControllerTests.java
              service/
                ClinicServiceTests.java EntityUtils.java
              system/
                CrashControllerTests.java
              vet/
                VetControllerTests.java VetTests.java
    jmeter/
      petclinic_test_plan.jmx
.editorconfig .gitignore LICENSE.txt README.md build.gradle docker-compose.yml gradlew gradlew.bat mvnw mvnw.cmd pom.xml settings.gradle`,
  },
  {
    name: 'pallets/flask',
    branch: 'main',
    languages: { Python: 612304, HTML: 412, CSS: 210 },
    tree: `
.devcontainer/
  devcontainer.json on-create-command.sh
.github/
  workflows/
    lock.yaml pre-commit.yaml publish.yaml tests.yaml
docs/
  Makefile api.rst appcontext.rst async-await.rst blueprints.rst changes.rst cli.rst conf.py config.rst contributing.rst debugging.rst design.rst errorhandling.rst extensiondev.rst extensions.rst index.rst installation.rst lifecycle.rst logging.rst quickstart.rst reqcontext.rst server.rst shell.rst signals.rst templating.rst testing.rst views.rst web-security.rst
  _static/
    debugger.png flask-horizontal.png flask-icon.svg shortcut-icon.png
  deploying/
    apache-httpd.rst asgi.rst eventlet.rst gevent.rst gunicorn.rst index.rst mod_wsgi.rst nginx.rst proxy_fix.rst uwsgi.rst waitress.rst
  patterns/
    appdispatch.rst appfactories.rst caching.rst celery.rst fileuploads.rst flashing.rst index.rst javascript.rst jquery.rst lazyloading.rst mongoengine.rst packages.rst sqlalchemy.rst sqlite3.rst streaming.rst subclassing.rst templateinheritance.rst urlprocessors.rst viewdecorators.rst wtforms.rst
  tutorial/
    blog.rst database.rst deploy.rst factory.rst index.rst install.rst layout.rst next.rst static.rst templates.rst tests.rst views.rst
examples/
  celery/
    make_celery.py pyproject.toml requirements.txt
    src/
      task_app/
        __init__.py tasks.py views.py
  javascript/
    pyproject.toml
    js_example/
      __init__.py views.py
  tutorial/
    pyproject.toml
    flaskr/
      __init__.py auth.py blog.py db.py schema.sql
    tests/
      conftest.py data.sql test_auth.py test_blog.py test_db.py test_factory.py
src/
  flask/
    __init__.py __main__.py app.py blueprints.py cli.py config.py ctx.py debughelpers.py globals.py helpers.py logging.py py.typed sessions.py signals.py templating.py testing.py typing.py views.py wrappers.py
    json/
      __init__.py provider.py tag.py
    sansio/
      README.md app.py blueprints.py scaffold.py
tests/
  conftest.py test_appctx.py test_async.py test_basic.py test_blueprints.py test_cli.py test_config.py test_converters.py test_helpers.py test_instance_config.py test_json.py test_json_tag.py test_logging.py test_regression.py test_reqctx.py test_session_interface.py test_signals.py test_subclassing.py test_templating.py test_testing.py test_user_error_handler.py test_views.py
  templates/
    _macro.html context_template.html escaping_template.html mail.txt
  type_check/
    typing_app_decorators.py typing_error_handler.py typing_route.py
.editorconfig .gitignore .pre-commit-config.yaml .readthedocs.yaml CHANGES.rst LICENSE.txt README.md pyproject.toml uv.lock`,
  },
  {
    name: 'fastapi/full-stack-fastapi-template',
    branch: 'master',
    languages: {
      TypeScript: 231440,
      Python: 118032,
      HTML: 7210,
      Dockerfile: 3120,
      Shell: 2810,
      JavaScript: 610,
      Mako: 494,
    },
    tree: `
.github/
  workflows/
    deploy-production.yml deploy-staging.yml generate-client.yml playwright.yml smokeshow.yml test-backend.yml
backend/
  .dockerignore Dockerfile README.md alembic.ini pyproject.toml uv.lock
  app/
    __init__.py backend_pre_start.py crud.py initial_data.py main.py models.py tests_pre_start.py utils.py
    alembic/
      env.py script.py.mako
      versions/
        1a31ce608336_add_cascade_delete_relationships.py 9c0a54914c78_add_max_length_for_string.py d98dd8ec85a3_edit_replace_id_integers_in_all_models.py e2412789c190_initialize_models.py
    api/
      __init__.py deps.py main.py
      routes/
        __init__.py items.py login.py private.py users.py utils.py
    core/
      __init__.py config.py db.py security.py
    email-templates/
      build/
        new_account.html reset_password.html test_email.html
      src/
        new_account.mjml reset_password.mjml test_email.mjml
    tests/
      __init__.py conftest.py
      api/
        routes/
          test_items.py test_login.py test_private.py test_users.py
      crud/
        test_user.py
      utils/
        item.py user.py utils.py
  scripts/
    format.sh lint.sh prestart.sh test.sh tests-start.sh
frontend/
  .env Dockerfile README.md biome.json index.html nginx.conf openapi-ts.config.ts package.json playwright.config.ts tsconfig.json vite.config.ts
  public/
    assets/
      images/
        fastapi-logo.svg favicon.png
  src/
    main.tsx routeTree.gen.ts theme.tsx utils.ts vite-env.d.ts
    client/
      core/
        ApiError.ts ApiRequestOptions.ts ApiResult.ts CancelablePromise.ts OpenAPI.ts request.ts
      index.ts schemas.gen.ts sdk.gen.ts types.gen.ts
    components/
      Admin/
        AddUser.tsx DeleteUser.tsx EditUser.tsx
      Common/
        Navbar.tsx NotFound.tsx Sidebar.tsx SidebarItems.tsx UserMenu.tsx
      Items/
        AddItem.tsx DeleteItem.tsx EditItem.tsx
      UserSettings/
        Appearance.tsx ChangePassword.tsx DeleteAccount.tsx UserInformation.tsx
    hooks/
      useAuth.ts useCustomToast.ts
    routes/
      __root.tsx _layout.tsx login.tsx recover-password.tsx reset-password.tsx signup.tsx
      _layout/
        admin.tsx index.tsx items.tsx settings.tsx
  tests/
    auth.setup.ts config.ts login.spec.ts reset-password.spec.ts sign-up.spec.ts user-settings.spec.ts
    utils/
      mailcatcher.ts privateApi.ts random.ts user.ts
hooks/
  post_gen_project.py
img/
  dashboard.png docs.png login.png
scripts/
  build-push.sh build.sh deploy.sh generate-client.sh test-local.sh test.sh
.copier/
  update_dotenv.py
.env .gitignore CONTRIBUTING.md LICENSE README.md SECURITY.md copier.yml deployment.md development.md docker-compose.override.yml docker-compose.traefik.yml docker-compose.yml release-notes.md`,
  },
]
