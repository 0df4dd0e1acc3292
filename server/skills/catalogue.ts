/** The technologies suggested before anybody has used them (decision 44), by kind. */
const LANGUAGES =
  'Bash, C, C#, C++, Clojure, COBOL, Dart, Delphi, Elixir, Elm, Erlang, F#, Fortran, Go, Groovy, Haskell, Java, JavaScript, Julia, Kotlin, Lua, MATLAB, Objective-C, OCaml, Perl, PHP, PowerShell, Python, R, Ruby, Rust, Scala, Solidity, SQL, Swift, TypeScript, Visual Basic, Zig'
const WEB =
  'Alpine.js, Angular, Astro, Backbone.js, Bootstrap, Chakra UI, CSS, D3.js, Ember.js, Gatsby, HTML, htmx, jQuery, Material UI, Next.js, Nuxt, Qwik, React, Redux, Remix, Sass, Solid, Storybook, Svelte, Tailwind CSS, Three.js, Vite, Vue.js, Web Components, WebAssembly, Webpack, WordPress'
const SERVERS =
  '.NET, ASP.NET, Deno, Django, Express, FastAPI, Fastify, Flask, GraphQL, gRPC, Hibernate, Laravel, NestJS, Node.js, Phoenix, Quarkus, REST, Ruby on Rails, Socket.IO, Spring Boot, Strapi, Symfony'
const MOBILE =
  'Android, Expo, Flutter, Ionic, iOS, Jetpack Compose, React Native, SwiftUI, Unity, Unreal Engine, Xamarin'
const DATA =
  'Apache Kafka, Apache Spark, BigQuery, Cassandra, Databricks, DynamoDB, Elasticsearch, Firebase, MariaDB, MongoDB, MySQL, Neo4j, NumPy, Oracle Database, Pandas, PostgreSQL, Power BI, PyTorch, RabbitMQ, Redis, scikit-learn, Snowflake, SQL Server, SQLite, Supabase, Tableau, TensorFlow'
const OPERATIONS =
  'Ansible, AWS, Azure, CircleCI, Cloudflare, Docker, Git, GitHub Actions, GitLab CI, Google Cloud, Grafana, Helm, Heroku, Jenkins, Kubernetes, Linux, Netlify, Nginx, Prometheus, Pulumi, Terraform, Vercel'
const PRACTICE =
  'Accessibility, Cypress, Figma, Jest, Playwright, Selenium, Vitest, Agile, Scrum, UI Design, UX Research'

export const CATALOGUE: readonly string[] = [LANGUAGES, WEB, SERVERS, MOBILE, DATA, OPERATIONS, PRACTICE]
  .join(', ')
  .split(', ')
