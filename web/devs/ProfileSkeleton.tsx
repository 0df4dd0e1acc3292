import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { Card } from '../ui/Card.tsx'
import { cn } from '../ui/cn.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { PERSON_FRAME, PROFILE_FRAME } from './profile-frame.ts'
import { TopProjects } from './TopProjects.tsx'

type ProfileSkeletonProps = { developerId: string; isOwner: boolean }

/** The skeleton of a profile; the owner's has tabs. The most viewed projects load independently of the person. */
export function ProfileSkeleton({ developerId, isOwner }: ProfileSkeletonProps) {
  return (
    <Page title={m.general_profile()} heading={null}>
      <div aria-busy="true" className={cn('show-delayed', PROFILE_FRAME)}>
        <div className={PERSON_FRAME}>
          <Card padding="lg" className="flex flex-col items-center">
            <Skeleton className="size-32 rounded-full" />
            <Skeleton className="mt-5 h-6 w-3/5" />
            <Skeleton className="mt-3 w-1/2" />
            <Skeleton className="mt-3 w-1/2" />
            <Skeleton className="mt-6 h-10 w-32" />
            <Skeleton className="mt-5 h-11 w-full" />
          </Card>
          <FactSkeleton>
            <Skeleton className="h-14" />
          </FactSkeleton>
          <FactSkeleton>
            <Skeleton className="h-14" />
          </FactSkeleton>
        </div>
        <div className="space-y-6">
          {isOwner && <Skeleton className="h-11 w-52" />}
          <FactSkeleton>
            <Skeleton className="h-14" />
          </FactSkeleton>
          <TopProjects developerId={developerId} />
          <FactSkeleton>
            <Skeleton className="h-32" />
          </FactSkeleton>
        </div>
      </div>
    </Page>
  )
}

function FactSkeleton({ children }: { children: ReactNode }) {
  return (
    <Card padding="lg" className="space-y-3">
      <Skeleton className="mb-4 h-5 w-32" />
      {children}
    </Card>
  )
}
