import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as cronJob } from 'kubernetes-models/_schemas/IoK8sApiBatchV1CronJob'
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as claim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim'
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as budget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { errorsBy, type Validate } from './known-fields.ts'

const SCHEMAS: Record<string, Validate> = {
  'apps/v1 Deployment': deployment,
  'batch/v1 CronJob': cronJob,
  'networking.k8s.io/v1 Ingress': ingress,
  'policy/v1 PodDisruptionBudget': budget,
  'v1 ConfigMap': configMap,
  'v1 PersistentVolumeClaim': claim,
  'v1 Service': service,
}

const sample = readFileSync(join(import.meta.dirname, 'kubernetes.yaml'), 'utf8')
const objectsIn = (text: string) => parseAllDocuments(text, { merge: true }).map((one) => one.toJSON())

/** Errors of Kubernetes' schemas; a schema reads each field that it knows. */
function errorsOf(object: { apiVersion: string; kind: string }): unknown[] {
  const validate = SCHEMAS[`${object.apiVersion} ${object.kind}`]
  return validate ? errorsBy(validate, object) : [`no schema for ${object.apiVersion} ${object.kind}`]
}

test('every object of the sample is known to Kubernetes, with known fields of the right types', () => {
  const objects = objectsIn(sample)
  expect(objects).toHaveLength(8)
  for (const object of objects) expect(errorsOf(object), object.kind).toEqual([])
})

test.each([
  ['a misspelled field', 'readinessProbe:', 'readynessProbe:'],
  ['text instead of a number', 'replicas: 2', "replicas: '2'"],
  ['a missing selector', 'selector:', 'selectors:'],
])('%s is found', (_, right, wrong) => {
  expect(sample).toContain(right)
  expect(objectsIn(sample.replace(right, wrong)).flatMap(errorsOf)).not.toEqual([])
})
