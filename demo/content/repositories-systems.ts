import type { RepositorySeed } from './repository-seed.ts'

export const SYSTEMS_REPOSITORIES: RepositorySeed[] = [
  {
    name: 'prometheus/node_exporter',
    branch: 'master',
    languages: { Go: 1018330, Jsonnet: 74120, Shell: 11204, Makefile: 8120, Dockerfile: 402 },
    tree: `
.circleci/
  config.yml
.github/
  workflows/
    bsd.yml container_description.yml golangci-lint.yml
collector/
  arp_linux.go bcache_linux.go bonding_linux.go bonding_linux_test.go boot_time_bsd.go btrfs_linux.go btrfs_linux_test.go buddyinfo.go cgroups_linux.go collector.go conntrack_linux.go cpu_common.go cpu_darwin.go cpu_freebsd.go cpu_linux.go cpu_linux_test.go cpu_vulnerabilities_linux.go cpufreq_common.go cpufreq_linux.go device_filter.go device_filter_test.go diskstats_common.go diskstats_darwin.go diskstats_linux.go diskstats_linux_test.go dmi.go drbd_linux.go edac_linux.go entropy_linux.go ethtool_linux.go ethtool_linux_test.go fibrechannel_linux.go filefd_linux.go filesystem_bsd.go filesystem_common.go filesystem_linux.go filesystem_linux_test.go helper.go helper_test.go hwmon_linux.go infiniband_linux.go interrupts_common.go interrupts_linux.go ipvs_linux.go ksmd_linux.go lnstat_linux.go loadavg.go loadavg_linux.go logind_linux.go mdadm_linux.go meminfo.go meminfo_linux.go memory_bsd.go mountstats_linux.go netclass_linux.go netdev_common.go netdev_linux.go netstat_linux.go network_route_linux.go nfs_linux.go nfsd_linux.go ntp.go nvme_linux.go os_release.go paths.go perf_linux.go powersupplyclass.go pressure_linux.go processes_linux.go qdisc_linux.go rapl_linux.go schedstat_linux.go selinux_linux.go slabinfo_linux.go sockstat_linux.go softirqs_common.go softnet_linux.go stat_linux.go supervisord.go swap_linux.go sysctl_linux.go systemd_linux.go tapestats_linux.go tcpstat_linux.go textfile.go textfile_test.go thermal_darwin.go thermal_zone_linux.go time.go timex.go udp_queues_linux.go uname.go vmstat_linux.go wifi_linux.go xfs_linux.go zfs.go zfs_linux.go zoneinfo_linux.go
  fixtures/
    e2e-output.txt e2e-64k-page-output.txt sys.ttar udev.ttar usr.ttar
docs/
  TIME.md V1_UPGRADE_GUIDE.md example-16-compatibility-rules.yml example-rules.yml
  node-mixin/
    Makefile README.md config.libsonnet mixin.libsonnet
    alerts/
      alerts.libsonnet
    dashboards/
      dashboards.libsonnet node.libsonnet use.libsonnet
    rules/
      rules.libsonnet
examples/
  init.d/
    node_exporter
  launchctl/
    io.prometheus.node_exporter.plist
  openbsd-rc.d/
    node_exporter
  systemd/
    node_exporter.service node_exporter.socket sysconfig.node_exporter
.dockerignore .gitignore .golangci.yml .promu.yml CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md Dockerfile LICENSE MAINTAINERS.md Makefile Makefile.common NOTICE README.md SECURITY.md VERSION checkmetrics.sh end-to-end-test.sh go.mod go.sum node_exporter.go node_exporter_test.go ttar`,
  },
  {
    name: 'android/nowinandroid',
    branch: 'main',
    languages: { Kotlin: 1220410, Shell: 10220, Python: 1822 },
    tree: `
.github/
  workflows/
    Build.yaml NightlyBaselineProfiles.yaml Release.yml
app/
  benchmark-rules.pro build.gradle.kts google-services.json proguard-rules.pro
  src/
    main/
      AndroidManifest.xml
      kotlin/
        com/
          google/
            samples/
              apps/
                nowinandroid/
                  MainActivity.kt MainActivityViewModel.kt NiaApplication.kt
                  navigation/
                    NiaNavHost.kt TopLevelDestination.kt
                  ui/
                    NiaApp.kt NiaAppState.kt
    test/
      screenshots/
        compactWidth_compactHeight_showsNavigationBar.png expandedWidth_expandedHeight_showsNavigationRail.png
app-nia-catalog/
  build.gradle.kts
benchmarks/
  build.gradle.kts
build-logic/
  settings.gradle.kts gradle.properties
  convention/
    build.gradle.kts
    src/
      main/
        kotlin/
          AndroidApplicationComposeConventionPlugin.kt AndroidApplicationConventionPlugin.kt AndroidFeatureConventionPlugin.kt AndroidLibraryConventionPlugin.kt AndroidRoomConventionPlugin.kt AndroidTestConventionPlugin.kt HiltConventionPlugin.kt JvmLibraryConventionPlugin.kt
core/
  analytics/
    build.gradle.kts
  common/
    build.gradle.kts
  data/
    build.gradle.kts
    src/
      main/
        kotlin/
          NewsRepository.kt OfflineFirstNewsRepository.kt OfflineFirstTopicsRepository.kt OfflineFirstUserDataRepository.kt SyncUtilities.kt TopicsRepository.kt UserDataRepository.kt
  database/
    build.gradle.kts
    src/
      main/
        kotlin/
          NiaDatabase.kt NewsResourceDao.kt TopicDao.kt TopicFtsDao.kt
  datastore/
    build.gradle.kts
  designsystem/
    build.gradle.kts
    src/
      main/
        kotlin/
          Background.kt Button.kt Chip.kt IconButton.kt LoadingWheel.kt Navigation.kt Tabs.kt Tag.kt Theme.kt TopAppBar.kt ViewToggle.kt
  domain/
    build.gradle.kts
    src/
      main/
        kotlin/
          GetFollowableTopicsUseCase.kt GetRecentSearchQueriesUseCase.kt GetSearchContentsUseCase.kt
  model/
    build.gradle.kts
  network/
    build.gradle.kts
  notifications/
    build.gradle.kts
  testing/
    build.gradle.kts
  ui/
    build.gradle.kts
feature/
  bookmarks/
    build.gradle.kts
    src/
      main/
        kotlin/
          BookmarksScreen.kt BookmarksViewModel.kt
  foryou/
    build.gradle.kts
    src/
      main/
        kotlin/
          ForYouScreen.kt ForYouViewModel.kt OnboardingUiState.kt
  interests/
    build.gradle.kts
  search/
    build.gradle.kts
    src/
      main/
        kotlin/
          SearchScreen.kt SearchUiState.kt SearchViewModel.kt
  settings/
    build.gradle.kts
  topic/
    build.gradle.kts
gradle/
  libs.versions.toml
lint/
  build.gradle.kts
sync/
  work/
    build.gradle.kts
tools/
  pre-push setup.sh
.editorconfig .gitignore CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE README.md build.gradle.kts compose_compiler_config.conf gradle.properties gradlew gradlew.bat settings.gradle.kts`,
  },
  {
    name: 'pointfreeco/swift-composable-architecture',
    branch: 'main',
    languages: { Swift: 2401220, Makefile: 4120, Shell: 512 },
    tree: `
.github/
  CODE_OF_CONDUCT.md
  workflows/
    ci.yml documentation.yml format.yml release.yml
Benchmarks/
  Package.swift
  Benchmarks/
    ComposableArchitecture/
      Common.swift Dependencies.swift Effects.swift Observation.swift StoreScope.swift
ComposableArchitecture.xcworkspace/
  contents.xcworkspacedata
Examples/
  CaseStudies/
    README.md
    SwiftUICaseStudies/
      00-RootView.swift 01-GettingStarted-Bindings-Basics.swift 01-GettingStarted-Counter.swift 01-GettingStarted-FocusState.swift 02-SharedState-InMemory.swift 02-SharedState-UserDefaults.swift 03-Effects-Basics.swift 03-Effects-Cancellation.swift 03-Effects-LongLiving.swift 03-Effects-WebSocket.swift 04-Navigation-NavigateAndLoad.swift 04-Navigation-Stack.swift 05-HigherOrderReducers-Recursion.swift CaseStudiesApp.swift
  Search/
    Search/
      SearchApp.swift SearchView.swift WeatherClient.swift
    SearchTests/
      SearchTests.swift
  SpeechRecognition/
    SpeechRecognition/
      SpeechClient/ SpeechRecognition.swift SpeechRecognitionApp.swift
  SyncUps/
    SyncUps/
      App.swift AppFeature.swift Meeting.swift Models.swift RecordMeeting.swift SyncUpDetail.swift SyncUpForm.swift SyncUpsList.swift
    SyncUpsTests/
      AppFeatureTests.swift RecordMeetingTests.swift SyncUpDetailTests.swift SyncUpFormTests.swift SyncUpsListTests.swift
  TicTacToe/
    tic-tac-toe/
      Package.swift
  Todos/
    Todos/
      Todo.swift Todos.swift TodosApp.swift
  VoiceMemos/
    VoiceMemos/
      VoiceMemo.swift VoiceMemos.swift VoiceMemosApp.swift
Sources/
  ComposableArchitecture/
    CaseReducer.swift Core.swift Effect.swift Macros.swift Reducer.swift RootStore.swift Store.swift TestStore.swift ViewStore.swift
    Dependencies/
      Dismiss.swift IsPresented.swift
    Effects/
      Animation.swift Cancellation.swift Debounce.swift Publisher.swift TaskResult.swift Throttle.swift
    Internal/
      AreOrderedSetsDuplicates.swift Box.swift CurrentValueRelay.swift Logger.swift RuntimeWarnings.swift
    Observation/
      Alert+Observation.swift Binding+Observation.swift NavigationStack+Observation.swift ObservableState.swift Store+Observation.swift
    Reducer/
      ReducerBuilder.swift
      Reducers/
        BindingReducer.swift CombineReducers.swift DebugReducer.swift ForEachReducer.swift IfCaseLetReducer.swift IfLetReducer.swift OnChange.swift PresentationReducer.swift Reduce.swift Scope.swift StackReducer.swift
    SwiftUI/
      Alert.swift Binding.swift ConfirmationDialog.swift ForEachStore.swift IfLetStore.swift NavigationStackStore.swift Sheet.swift SwitchStore.swift WithViewStore.swift
  ComposableArchitectureMacros/
    Availability.swift ObservableStateMacro.swift Plugins.swift PresentsMacro.swift ReducerMacro.swift ViewActionMacro.swift
Tests/
  ComposableArchitectureMacrosTests/
    MacroBaseTestCase.swift ObservableStateMacroTests.swift ReducerMacroTests.swift
  ComposableArchitectureTests/
    BindableStoreTests.swift BindingLocalTests.swift EffectCancellationTests.swift EffectDebounceTests.swift EffectTests.swift ObservationTests.swift ReducerTests.swift ScopeTests.swift StackReducerTests.swift StoreTests.swift TestStoreTests.swift ThrottleTests.swift
.editorconfig .gitignore .spi.yml CONTRIBUTING.md LICENSE Makefile Package.resolved Package.swift README.md`,
  },
  {
    name: 'terraform-aws-modules/terraform-aws-vpc',
    branch: 'master',
    languages: { HCL: 214880 },
    tree: `
.github/
  CONTRIBUTING.md
  images/
    aws_vpc_flow.svg
  workflows/
    lock.yml pr-title.yml pre-commit.yml release.yml stale-actions.yaml
examples/
  block-public-access/
    README.md main.tf outputs.tf variables.tf versions.tf
  complete/
    README.md main.tf outputs.tf variables.tf versions.tf
  flow-log/
    README.md main.tf outputs.tf variables.tf versions.tf
  ipam/
    README.md main.tf outputs.tf variables.tf versions.tf
  ipv6-dualstack/
    README.md main.tf outputs.tf variables.tf versions.tf
  ipv6-only/
    README.md main.tf outputs.tf variables.tf versions.tf
  issues/
    README.md main.tf outputs.tf variables.tf versions.tf
  manage-default-vpc/
    README.md main.tf outputs.tf variables.tf versions.tf
  network-acls/
    README.md main.tf outputs.tf variables.tf versions.tf
  outpost/
    README.md main.tf outputs.tf variables.tf versions.tf
  secondary-cidr-blocks/
    README.md main.tf outputs.tf variables.tf versions.tf
  separate-route-tables/
    README.md main.tf outputs.tf variables.tf versions.tf
  simple/
    README.md main.tf outputs.tf variables.tf versions.tf
modules/
  flow-log/
    README.md main.tf outputs.tf variables.tf versions.tf
  vpc-endpoints/
    README.md main.tf outputs.tf variables.tf versions.tf
.editorconfig .gitignore .pre-commit-config.yaml .releaserc.json CHANGELOG.md LICENSE README.md UPGRADE-4.0.md UPGRADE-5.0.md main.tf outputs.tf variables.tf versions.tf vpc-flow-logs.tf`,
  },
]
