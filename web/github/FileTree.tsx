import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import ChevronRight from 'lucide-react/icons/chevron-right'
import File from 'lucide-react/icons/file'
import Folder from 'lucide-react/icons/folder'
import { useRef } from 'react'
import { m } from '#contract/texts.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { cn } from '../ui/cn.ts'
import { type FileNode, ROOT } from './file-nodes.ts'

const ROW_PX = 32
const TOUCH_ROW_PX = 44
const INDENT_PX = 18
const NOTHING: FileNode = { name: '', isFolder: false, children: [] }

/** A virtualised tree of folders and files: only visible rows are rendered. */
export function FileTree({ label, nodes }: { label: string; nodes: Map<string, FileNode> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = useMediaQuery('(pointer: coarse)') ? TOUCH_ROW_PX : ROW_PX
  const tree = useTree<FileNode>({
    rootItemId: ROOT,
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().isFolder,
    dataLoader: {
      getItem: (path) => nodes.get(path) ?? NOTHING,
      getChildren: (path) => nodes.get(path)?.children ?? [],
    },
    scrollToItem: (item) => rows.scrollToIndex(item.getItemMeta().index),
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
  })
  const items = tree.getItems()
  const focused = tree.getFocusedItem()?.getItemMeta().index ?? 0
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // The focused row stays rendered out of sight, or the focus would be lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused])].sort((one, other) => one - other),
  })
  if (items.length === 0) return <p className="text-muted">{m.github_no_files()}</p>

  return (
    <div ref={scroller} className="-mx-2 max-h-96 overflow-y-auto overscroll-contain">
      <div {...tree.getContainerProps(label)} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (!item) return null
          const { level } = item.getItemMeta()
          return (
            <button
              {...item.getProps()}
              key={item.getId()}
              type="button"
              className="absolute inset-x-0 flex items-center gap-2 rounded-control px-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
              style={{ top: start, height: rowPx, paddingLeft: 8 + level * INDENT_PX }}
            >
              {item.isFolder() ? (
                <>
                  <ChevronRight
                    aria-hidden="true"
                    className={cn(
                      'size-4 shrink-0 text-muted transition-transform',
                      item.isExpanded() && 'rotate-90',
                    )}
                  />
                  <Folder aria-hidden="true" className="size-4 shrink-0 text-primary" />
                </>
              ) : (
                <File aria-hidden="true" className="ml-6 size-4 shrink-0 text-muted" />
              )}
              <span className="truncate">{item.getItemName()}</span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
